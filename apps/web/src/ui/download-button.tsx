import { useMutation } from '@tanstack/react-query';
import { failureText } from '../lib/failure-text.ts';
import { Button, type ButtonProps } from './button.tsx';
import { showToast } from './overlay/toast.tsx';

/** Saves a file; `failed` says in words that it was not saved, and the reason follows. */
export function DownloadButton({
  download,
  failed,
  ...button
}: ButtonProps & { download: () => Promise<unknown>; failed: string }) {
  const saving = useMutation({
    mutationFn: download,
    onError: (error) => showToast({ text: `${failed}. ${failureText(error)}`, tone: 'bad' }),
  });
  return <Button icon="download" {...button} busy={saving.isPending} onClick={() => saving.mutate()} />;
}
