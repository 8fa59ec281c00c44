/** Whether a dialog or a popover floats above the page now. */
export const isLayerOpen = (): boolean => document.querySelector('[data-layer]') !== null;
