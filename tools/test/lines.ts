/** Splits output into whole lines, each prefixed with the name of its step, so that parallel steps stay readable. */
export function linesOf(name: string, write: (text: string) => void) {
  let rest = '';
  return {
    add: (piece: string): void => {
      const lines = `${rest}${piece}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) write(`${name} │ ${line}\n`);
    },
    end: (): void => {
      if (rest !== '') write(`${name} │ ${rest}\n`);
      rest = '';
    },
  };
}
