const heading =
  /^[#*\s]*(?:cláusula\s+)?(?:(?<number>\d{1,2}(?:\.\d{1,2})*)[.)\-–:ª]|(?<ordinal>(?:décima\s+|vigésima\s+)?(?:primera|segunda|tercera|cuarta|quinta|sexta|séptima|octava|novena|décima|vigésima)))(?=[\s.:–-]|$)/iu;

/**
 * The number of the clause of a lender's terms in which a word first stands, as its heading has it: "7", "séptima". Null if the word is
 * not there or no heading comes before it, since terms are free text.
 */
export function clauseOf(terms: string, word: string): string | null {
  let clause: string | null = null;
  for (const line of terms.split('\n')) {
    const { number, ordinal } = heading.exec(line)?.groups ?? {};
    clause = number ?? ordinal?.toLowerCase() ?? clause;
    if (line.toLowerCase().includes(word)) return clause;
  }
  return null;
}
