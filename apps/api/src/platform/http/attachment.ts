import { encodeExtended } from 'content-disposition';

const MAX_NAME = 150;

/**
 * The Content-Disposition of a download with a user-chosen name: without folders, control or bidirectional characters,
 * or syntax of headers and file systems. Browsers use the second form, which keeps accents.
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
