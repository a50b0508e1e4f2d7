import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

export const dialogParam = 'dialog';
export const createPostDialog = 'create_post';

/** Opens the create-post dialog over the page that is shown; Back closes it. */
export function useCreatePost(): () => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    () =>
      setParams(
        (params) => {
          params.set(dialogParam, createPostDialog);
          return params;
        },
        { preventScrollReset: true },
      ),
    [setParams],
  );
}
