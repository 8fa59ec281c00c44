/**
 * The original string (cadena original): the text that the issuer and the tax authority sign. Annex 20 lists its fields and
 * their order; the `fields-*.ts` files contain those lists, and this file interprets them.
 *
 * Notation. `@ URI` starts a namespace, `@ URI < OTHER` one with the rules of OTHER unless it has its own; `Name: …` is the
 * rule of an element of it; indented lines continue a rule.
 * - `Field` a required attribute: always written, empty when absent. `Field?` an optional one: written if present.
 * - `=A/B` the text of a child element, `=.` of the element itself; a final `?` makes it optional.
 * - `>A/B` the rules of those children, `>//A` of all such descendants, `>*` of every child.
 * - `A/B( … )` the fields in the brackets for each such child. `[a=v … ]` only if attribute a is v.
 * An element without a rule writes its own text and applies the rules of its children.
 */
import { comprobanteFields } from './fields-comprobante.ts';
import { sectorFields } from './fields-sector.ts';
import { tradeFields } from './fields-trade.ts';
import { transportFields } from './fields-transport.ts';
import { MAX_ORIGINAL_STRING, MAX_VISITS } from './limits.ts';
import { collapse, type XmlElement } from './xml-tree.ts';

export type CfdiVersion = '3.3' | '4.0';

interface Path {
  readonly uri: string;
  readonly descendants: boolean;
  readonly names: readonly string[];
}
type Step =
  | { readonly kind: 'attribute'; readonly name: string; readonly optional: boolean }
  | { readonly kind: 'text'; readonly path: Path | null; readonly optional: boolean }
  | { readonly kind: 'apply'; readonly path: Path }
  | { readonly kind: 'each'; readonly path: Path; readonly steps: readonly Step[] }
  | { readonly kind: 'when'; readonly name: string; readonly value: string; readonly steps: readonly Step[] };
type Rules = ReadonlyMap<string, ReadonlyMap<string, readonly Step[]>>;

const SAT = 'http://www.sat.gob.mx/';
/** Complements signed in both versions. */
const shared = `donat divisas implocal leyendasFiscales pfic TuristaPasajeroExtranjero nomina12 registrofiscal pagoenespecie
  aerolineas valesdedespensa notariospublicos vehiculousado servicioparcialconstruccion renovacionysustitucionvehiculos
  certificadodestruccion arteantiguedades ComercioExterior11 ine iedu ventavehiculos detallista
  EstadoDeCuentaCombustible12 ConsumoDeCombustibles11 GastosHidrocarburos10 IngresosHidrocarburos10 CartaPorte20`;
const signed: Readonly<Record<CfdiVersion | 'stamp', string>> = {
  '3.3': `cfd/3 ${shared} EstadoDeCuentaCombustible consumodecombustibles terceros Pagos CartaPorte`,
  '4.0': `cfd/4 ${shared} ComercioExterior20 Pagos20 CartaPorte30 CartaPorte31 hidrocarburospetroliferos`,
  stamp: 'TimbreFiscalDigital',
};

const allRules = compile([comprobanteFields, tradeFields, transportFields, sectorFields].join('\n'));
const rulesOf = {
  '3.3': select(signed['3.3']),
  '4.0': select(signed['4.0']),
  stamp: select(signed.stamp),
};

/** Signed by the issuer: `||4.0|A|…||`; null if it exceeds the limits. */
export const invoiceString = (version: CfdiVersion, comprobante: XmlElement): string | null =>
  write(rulesOf[version], comprobante);

/** Signed by the tax authority: `||1.1|UUID|…||`; null if it exceeds the limits. */
export const stampString = (stamp: XmlElement): string | null => write(rulesOf.stamp, stamp);

class LimitExceeded extends Error {}

function write(rules: Rules, root: XmlElement): string | null {
  const writer = new Writer(rules);
  try {
    writer.apply(root);
    return `${writer.text}||`;
  } catch (error) {
    if (error instanceof LimitExceeded) return null;
    throw error;
  }
}

class Writer {
  text = '|';
  readonly #rules: Rules;
  #visits = 0;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  apply(element: XmlElement): void {
    const steps = this.#rules.get(element.uri)?.get(element.local);
    if (steps) this.#run(steps, element);
    else {
      for (const child of element.children) {
        if (typeof child === 'string') this.#emit(child);
        else this.apply(child);
      }
    }
  }

  #run(steps: readonly Step[], element: XmlElement): void {
    for (const step of steps) {
      switch (step.kind) {
        case 'attribute': {
          const value = element.attributes.get(step.name);
          if (value !== undefined) this.#emit(`|${collapse(value)}`);
          else if (!step.optional) this.#emit('|');
          break;
        }
        case 'text': {
          const node = step.path ? this.#find(step.path, element)[0] : element;
          if (node || !step.optional) this.#emit(`|${node ? collapse(textOf(node)) : ''}`);
          break;
        }
        case 'apply':
          for (const child of this.#find(step.path, element)) this.apply(child);
          break;
        case 'each':
          for (const child of this.#find(step.path, element)) this.#run(step.steps, child);
          break;
        case 'when':
          if (element.attributes.get(step.name) === step.value) this.#run(step.steps, element);
          break;
      }
    }
  }

  #emit(text: string): void {
    this.text += text;
    if (this.text.length > MAX_ORIGINAL_STRING) throw new LimitExceeded();
    this.#visit();
  }

  #visit(): void {
    this.#visits += 1;
    if (this.#visits > MAX_VISITS) throw new LimitExceeded();
  }

  #find(path: Path, from: XmlElement): XmlElement[] {
    const found: XmlElement[] = [];
    const walk = (element: XmlElement, trail: readonly XmlElement[]): void => {
      for (const child of element.children) {
        if (typeof child === 'string') continue;
        this.#visit();
        const line = [...trail, child];
        if (matches(path, line)) found.push(child);
        if (path.descendants || (line.length < path.names.length && fits(path, line))) walk(child, line);
      }
    };
    walk(from, []);
    return found;
  }
}

const named = (path: Path, name: string | undefined, element: XmlElement): boolean =>
  name === '*' || (element.local === name && element.uri === path.uri);

const fits = (path: Path, line: readonly XmlElement[]): boolean =>
  line.every((element, at) => named(path, path.names[at], element));

function matches(path: Path, line: readonly XmlElement[]): boolean {
  if (!path.descendants) return line.length === path.names.length && fits(path, line);
  const skipped = line.length - path.names.length;
  return skipped >= 0 && fits(path, line.slice(skipped));
}

function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

function select(names: string): Rules {
  const chosen = new Map<string, ReadonlyMap<string, readonly Step[]>>();
  for (const name of names.trim().split(/\s+/)) {
    const rules = allRules.get(SAT + name);
    if (!rules) throw new Error(`no field table for ${name}`);
    chosen.set(SAT + name, rules);
  }
  return chosen;
}

function compile(source: string): Rules {
  const namespaces = new Map<string, Map<string, string>>();
  let rules = new Map<string, string>();
  for (const line of source.replace(/\n {3}/g, ' ').split('\n')) {
    const [name = '', ...words] = line.split(' ');
    if (name === '@') {
      const [uri = '', , base = ''] = words;
      rules = new Map(namespaces.get(base));
      namespaces.set(uri, rules);
    } else if (name !== '') rules.set(name.slice(0, -1), words.join(' '));
  }
  return new Map(
    [...namespaces].map(([uri, texts]) => [
      uri,
      new Map([...texts].map(([name, text]) => [name, compileSteps(uri, text.split(' '))])),
    ]),
  );
}

/** Consumes `words` until they run out or a bracket closes. */
function compileSteps(uri: string, words: string[]): Step[] {
  const steps: Step[] = [];
  for (let word = words.shift(); word !== undefined && word !== ')' && word !== ']'; word = words.shift()) {
    if (word.startsWith('[')) {
      const [name = '', value = ''] = word.slice(1).split('=');
      steps.push({ kind: 'when', name, value, steps: compileSteps(uri, words) });
    } else if (word.endsWith('(')) {
      steps.push({ kind: 'each', path: pathOf(uri, word.slice(0, -1)), steps: compileSteps(uri, words) });
    } else if (word.startsWith('>')) {
      steps.push({ kind: 'apply', path: pathOf(uri, word.slice(1)) });
    } else {
      const optional = word.endsWith('?');
      const bare = optional ? word.slice(0, -1) : word;
      if (bare.startsWith('=')) {
        steps.push({ kind: 'text', path: bare === '=.' ? null : pathOf(uri, bare.slice(1)), optional });
      } else steps.push({ kind: 'attribute', name: bare, optional });
    }
  }
  return steps;
}

function pathOf(uri: string, text: string): Path {
  const descendants = text.startsWith('//');
  return { uri, descendants, names: (descendants ? text.slice(2) : text).split('/') };
}
