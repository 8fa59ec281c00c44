// A classic script in the syntax of 2015: explains in unsupported browsers why the portal does not run.
(() => {
  var isSupported =
    typeof Map === 'function' &&
    typeof Map.groupBy === 'function' &&
    typeof Set.prototype.union === 'function' &&
    'showPopover' in HTMLElement.prototype &&
    'checkVisibility' in Element.prototype &&
    CSS.supports('selector(:has(a))');
  if (isSupported) return;
  window.stop();
  document.body.innerHTML =
    '<h1>Tu navegador es demasiado antiguo</h1>' +
    '<p>Este portal necesita Chrome o Edge 122, Firefox 127, Safari 17.4 o posterior. Actualízalo o usa otro.</p>';
})();
