import { testEveryPage } from "./look-at-pages.ts";

testEveryPage("operator", { printed: 2, helped: 1 });
