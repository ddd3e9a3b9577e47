import { testEveryPage } from "./look-at-pages.ts";

testEveryPage("seller", { printed: 3, helped: 3 });
