/** Pictures of a logo for the server, which can draw none: a PNG for mails and documents, and a square icon. */
import { logoBounds } from '@anticipa/domain/logo';

export interface LogoPictures {
  /** The file, if it is an SVG. */
  readonly svg: string | null;
  /** In base64. */
  readonly png: string;
  readonly icon: string;
}

/** The file cannot be drawn. */
export class NoPicture extends Error {}

const MARGIN = 0.12;

const imageOf = async (source: Blob): Promise<HTMLImageElement> => {
  const url = URL.createObjectURL(source);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } catch {
    throw new NoPicture();
  } finally {
    URL.revokeObjectURL(url);
  }
};

/** The drawing with a size in pixels: without one browsers differ. */
function sized(svg: string): Blob {
  const { documentElement: root } = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const [, , width, height] = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (root.localName !== 'svg') throw new NoPicture();
  if (width && height) {
    root.setAttribute('width', String((width / height) * logoBounds.rasterHeight));
    root.setAttribute('height', String(logoBounds.rasterHeight));
  }
  return new Blob([new XMLSerializer().serializeToString(root)], { type: 'image/svg+xml' });
}

const drawn = (width: number, height: number, draw: (on: CanvasRenderingContext2D) => void): string => {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) });
  const on = canvas.getContext('2d');
  if (!on) throw new NoPicture();
  draw(on);
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
};

/** Reads and draws a file; throws NoPicture if it is none. */
export async function picturesOf(file: File): Promise<LogoPictures> {
  const svg = file.type === 'image/svg+xml' || /\.svg$/i.test(file.name) ? await file.text() : null;
  const image = await imageOf(svg === null ? file : sized(svg));
  const { naturalWidth, naturalHeight } = image;
  if (naturalWidth === 0 || naturalHeight === 0) throw new NoPicture();
  const height = svg === null ? Math.min(naturalHeight, logoBounds.rasterHeight) : logoBounds.rasterHeight;
  const width = (naturalWidth / naturalHeight) * height;
  const side = logoBounds.iconSide;
  const room = side * (1 - 2 * MARGIN);
  const scale = Math.min(room / naturalWidth, room / naturalHeight);
  const [iconWidth, iconHeight] = [naturalWidth * scale, naturalHeight * scale];
  return {
    svg,
    png: drawn(width, height, (on) => on.drawImage(image, 0, 0, width, height)),
    icon: drawn(side, side, (on) => {
      // Phones cut a round or a rounded shape out of it.
      on.fillStyle = '#ffffff';
      on.fillRect(0, 0, side, side);
      on.drawImage(image, (side - iconWidth) / 2, (side - iconHeight) / 2, iconWidth, iconHeight);
    }),
  };
}
