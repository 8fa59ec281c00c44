import { refusalsOf, refusedConcepts } from '@anticipa/cfdi/stamp-rules';
import { writeXml, type XmlDraft } from '@anticipa/cfdi/write';
import { parseXml } from '@anticipa/cfdi/xml-tree';

/** Places to suspect when an answer names none: those of the concepts, or of the invoices that a complement pays, that no provider would take. */
export function refusedPlaces(unsealed: XmlDraft): number[] {
  const tree = parseXml(writeXml(unsealed));
  return tree.ok ? refusedConcepts(refusalsOf(tree.root, { now: unsealed.attributes.Fecha ?? '' })) : [];
}
