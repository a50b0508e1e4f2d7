import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import classes from './Filters.module.css';

interface CostFormProps {
  value: string;
  onChoose: (value: string) => void;
}

/** The maximum price of a service, in whole units of its own currency. */
export function CostForm({ value, onChoose }: CostFormProps) {
  const { t } = useTranslation('search');
  const [typed, setTyped] = useState(value);
  const digits = typed.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(digits);
      }}
    >
      <TextInput
        data-autofocus
        label={t('mostCost')}
        description={t('mostCostHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/[^\d]/g, ''))}
      />
      <Button type="submit">{t('apply')}</Button>
    </form>
  );
}
