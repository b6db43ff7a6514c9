// What the pages cannot do alone. Everything works without it, only less at ease.
"use strict";
