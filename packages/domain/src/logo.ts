/** Pictures of a logo. */

/** Whether a logo is so wide that it contains the name, which then is not written beside it. */
export const isWide = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  width > height * 1.6;

/** Bounds in bytes and pixels; `rasterHeight` is that of a PNG for mails and documents. */
export const logoBounds = {
  svgBytes: 100_000,
  pngBytes: 200_000,
  iconBytes: 300_000,
  iconSide: 512,
  side: 1024,
  rasterHeight: 128,
} as const;
