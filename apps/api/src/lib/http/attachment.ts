import { encodeExtended } from 'content-disposition';

const MAX_NAME = 150;

/**
 * The Content-Disposition of a download under a name that a person chose: no folder, no control or direction characters,
 * nothing that a header or a file system reads as syntax. Browsers take the second form, with its accents.
 */
export function attachmentHeader(fileName: string): string {
  const name = safeName(fileName);
  const ascii = name.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
  return `attachment; filename="${ascii || 'archivo'}"; filename*=${encodeExtended(name)}`;
}

function safeName(fileName: string): string {
  const base = fileName.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const plain = base.replace(/[\p{C}"<>:|?*%;]/gu, '').replace(/^[.\s]+/, '');
  const [, stem = '', extension = ''] = /^(.*?)(\.[A-Za-z0-9]{1,5})?$/su.exec(plain) ?? [];
  const cut = [...stem].slice(0, MAX_NAME).join('').trim();
  return `${cut || 'archivo'}${extension}`;
}
