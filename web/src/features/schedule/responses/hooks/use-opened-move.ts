import { useEffect, useState } from 'react';
import { useChangeSearchParams } from '@/routing';
import { useSearchParams } from 'react-router-dom';

/** The search parameter of a link that asks for another time (api.md 4). */
const moveParam = 'move';

/**
 * Whether the choice of another time is open, which a link can ask for. The wish moves out of the address, so that it does not
 * hold for the next booking that is opened here.
 */
export function useOpenedMove(): [boolean, (opened: boolean) => void] {
  const [params] = useSearchParams();
  const change = useChangeSearchParams();
  const asked = params.get(moveParam) === 'yes';
  const [opened, setOpened] = useState(asked);
  useEffect(() => {
    if (!asked) return;
    change(
      (now) => {
        now.delete(moveParam);
        return now;
      },
      { replace: true },
    );
  }, [asked, change]);
  return [opened, setOpened];
}
