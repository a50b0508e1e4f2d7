import { useSearchParams } from 'react-router-dom';

/** One of some choices, kept in the address so that it can be come back to; the first one needs no mention. */
export function useChoiceParam<C extends string>(param: string, choices: readonly [C, ...C[]]): [C, (choice: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const [first] = choices;
  const chosen = choices.find((one) => one === params.get(param)) ?? first;
  const choose = (choice: string | null) =>
    setParams(
      (now) => {
        if (!choice || choice === first) now.delete(param);
        else now.set(param, choice);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return [chosen, choose];
}
