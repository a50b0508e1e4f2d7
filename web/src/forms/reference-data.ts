import { useEffect, useState } from 'react';

export interface Country {
  countryCode: string;
  countryName: string;
  currencyCode: string;
  population: number;
  capital: string;
  continentName: string;
}

/** Countries, regions, currencies, categories and so on, from the server. */
export interface Reference {
  countries: Country[];
  /** By country code; territories without regions are absent. */
  regions: Record<string, string[]>;
  currencies: { code: string; name: string; symbol: string; minor_units: number }[];
  categories: { value: string; label: string }[];
  languages: string[];
  delivery_modes: { value: string; label: string }[];
  /** `key` names the translated texts; reports and events carry the title. */
  report_concerns: { key: string; title: string; details: string }[];
  rating_words: { rating: number; word: string }[];
  sample_policy_perks: string[];
  default_feedback: Record<string, string>;
  default_rating_request: string;
  first_brief: string;
}

let loading: Promise<Reference> | undefined;

/** Fetches the reference data once, when a screen first needs it. */
export function loadReference(): Promise<Reference> {
  loading ??= import('@contracts/reference.json').then((file) => file.default as unknown as Reference);
  return loading;
}

/** The reference data, or undefined while it loads; it is large, so whoever may do without it waits until it is `wanted`. */
export function useReference(wanted = true): Reference | undefined {
  const [reference, setReference] = useState<Reference>();
  useEffect(() => {
    if (!wanted) return undefined;
    let shown = true;
    void loadReference().then((loaded) => shown && setReference(loaded));
    return () => {
      shown = false;
    };
  }, [wanted]);
  return reference;
}
