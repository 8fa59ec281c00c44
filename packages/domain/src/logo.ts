/** Whether a logo is so wide that it contains the name, which then is not written beside it. */
export const isWide = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  width > height * 1.6;
