// What the pages cannot do alone. Everything works without it, only less at ease.
"use strict";

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});
