import { IconButton } from './button.tsx';
import { showToast } from './overlay/toast.tsx';

/** Copies one figure; `what` names it, as in "Copiar CLABE". */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ text: `Copiado: ${what}.`, tone: 'good', timeout: 3_000 });
    } catch {
      showToast({ text: 'El navegador no permitió copiar. Selecciona el texto y cópialo.', tone: 'bad' });
    }
  };
  return <IconButton icon="copy" size="small" label={`Copiar ${what}`} onClick={() => void copy()} data-print="hide" />;
}
