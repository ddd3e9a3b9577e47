// One stylesheet holds tokens, base, shell and what the shop's pages use of the kit: pages add only what is theirs.
import "#ui/tokens.css";
import "#ui/base.css";
import avatar from "#ui/avatar.module.css";
import badge from "#ui/badge.module.css";
import button from "#ui/button.module.css";
import picture from "#ui/picture.module.css";
import price from "#ui/price.module.css";
import rating from "#ui/rating.module.css";
import categoryMenu from "#site/ui/category-menu.module.css";
import drawer from "#site/ui/drawer.module.css";
import footer from "#site/ui/footer.module.css";

// A stylesheet that nothing reads is left out of the bundle, so each is read here.
[avatar, badge, button, picture, price, rating, categoryMenu, drawer, footer].forEach(String);
