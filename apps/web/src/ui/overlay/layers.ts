/** Whether a dialog or a popover is open. */
export const isLayerOpen = (): boolean => document.querySelector('[data-layer]') !== null;
