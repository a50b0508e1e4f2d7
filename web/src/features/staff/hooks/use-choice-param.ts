import { useSearchParams } from 'react-router-dom';
import { useChangeSearchParams } from '@/routing';

/** One of several choices, stored in the address so that it survives navigation. The first choice is the default and is left out. */
export function useChoiceParam<C extends string>(param: string, choices: readonly [C, ...C[]]): [C, (choice: string | null) => void] {
  const [params] = useSearchParams();
  const change = useChangeSearchParams();
  const [first] = choices;
  const chosen = choices.find((one) => one === params.get(param)) ?? first;
  const choose = (choice: string | null) =>
    change(
      (now) => {
        if (!choice || choice === first) now.delete(param);
        else now.set(param, choice);
        return now;
      },
      { replace: true },
    );
  return [chosen, choose];
}
