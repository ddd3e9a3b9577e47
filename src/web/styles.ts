// The stylesheet of all pages: tokens, base, shell, and the components that most pages use. Pages add their own.
import "#ui/tokens.css";
import "#ui/base.css";
import avatar from "#ui/avatar.module.css";
import badge from "#ui/badge.module.css";
import button from "#ui/button.module.css";
import pagination from "#ui/pagination.module.css";
import picture from "#ui/picture.module.css";
import price from "#ui/price.module.css";
import rating from "#ui/rating.module.css";
import categoryMenu from "#site/ui/frame/category-menu.module.css";
import drawer from "#site/ui/frame/drawer.module.css";
import footer from "#site/ui/frame/footer.module.css";

// The bundler drops a CSS module that no code uses, so each is used here. React never renders the last three in a
// browser: one class is enough, so that their other names do not weigh on the first load.
[avatar, badge, button, pagination, picture, price, rating, categoryMenu.menu, drawer.drawer, footer.footer].forEach(
  String,
);
