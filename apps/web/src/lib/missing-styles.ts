/** A screen whose stylesheet does not load is shown without it; the bundler would fail the whole screen. */
export function continueWithoutStyles(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!/preload CSS/.test(event.payload.message)) return;
    event.preventDefault();
    console.error('a stylesheet did not load', event.payload);
  });
}
