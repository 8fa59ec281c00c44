import { Button } from '../button.tsx';

/** Below a list that is read page by page: asks for the next page. Nothing after the last one. */
export function MoreRows(props: {
  label: string;
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = props.list;
  if (!hasNextPage) return null;
  return (
    <div>
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {props.label}
      </Button>
    </div>
  );
}
