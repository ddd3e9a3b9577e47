// The stylesheet of all pages: tokens, base, shell, and the components that most pages use. Pages add their own. Most
// visits begin at the home page or a listing, so theirs are here too: a second file of 2 kB would share a phone's line
// with the font and the first picture.
import "#ui/tokens.css";
import "#ui/base.css";
import avatar from "#ui/avatar.module.css";
import badge from "#ui/badge.module.css";
import button from "#ui/button.module.css";
import pagination from "#ui/pagination.module.css";
import picture from "#ui/picture.module.css";
import price from "#ui/price.module.css";
import rating from "#ui/rating.module.css";
import dialog from "#ui/dialog.module.css";
import breadcrumb from "#catalog/ui/breadcrumb.module.css";
import productCard from "#catalog/ui/product-card.module.css";
import bannerList from "#catalog/ui/banner-list.module.css";
import homeView from "#catalog/ui/home-view.module.css";
import sortSelect from "#catalog/ui/sort-select.module.css";
import listingFilters from "#catalog/ui/listing-filters.module.css";
import listing from "#catalog/ui/listing.module.css";
import categoryMenu from "#site/ui/frame/category-menu.module.css";
import drawer from "#site/ui/frame/drawer.module.css";
import footer from "#site/ui/frame/footer.module.css";

// The bundler drops a CSS module that no code uses, so each is used here. Where one class is enough, the other names do
// not weigh on the first load: React never renders the last three in a browser, and the names of the home page and
// listings are in their own files.
[avatar, badge, button, pagination, picture, price, rating, dialog, breadcrumb, productCard].forEach(String);
[bannerList.banners, homeView.hero, sortSelect.sort, listingFilters.filters, listing.head].forEach(String);
[categoryMenu.menu, drawer.drawer, footer.footer].forEach(String);
