// One stylesheet holds tokens, base, shell and what nearly every page uses of the kit: pages add only what is theirs.
import "#ui/tokens.css";
import "#ui/base.css";
import avatar from "#ui/avatar.module.css";
import badge from "#ui/badge.module.css";
import button from "#ui/button.module.css";
import card from "#ui/card.module.css";
import empty from "#ui/empty.module.css";
import field from "#ui/field.module.css";
import notice from "#ui/notice.module.css";
import pagination from "#ui/pagination.module.css";
import picture from "#ui/picture.module.css";
import price from "#ui/price.module.css";
import quantity from "#ui/quantity.module.css";
import rating from "#ui/rating.module.css";
import categoryMenu from "./ui/category-menu.module.css";
import drawer from "./ui/drawer.module.css";
import errorPage from "./ui/error-page.module.css";
import footer from "./ui/footer.module.css";

// A stylesheet that nothing reads is left out of the bundle, so each is read here.
[avatar, badge, button, card, empty, field, notice, pagination, picture, price, quantity, rating].forEach(String);
[categoryMenu, drawer, errorPage, footer].forEach(String);
