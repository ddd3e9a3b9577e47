// Small modules that most pages use. As a part of the site's file they need no request and no headers of their own,
// which are longer than most of them.
import "#lib/browser/list-invalidation.ts";
import "#lib/rupiah.ts";
import "#ui/button.tsx";
import "#ui/empty-state.tsx";
import "#ui/notice.tsx";
import "#ui/picture.tsx";
import "#ui/price.tsx";
