import { Radio, type RadioCardProps } from '@mantine/core';
import classes from './ChoiceCard.module.css';

/** One of several cards of a Radio.Group, with a radio mark. */
export function ChoiceCard({ children, ...card }: RadioCardProps & { value: string }) {
  return (
    <Radio.Card {...card} className={classes.choice}>
      <Radio.Indicator size="sm" aria-hidden />
      {children}
    </Radio.Card>
  );
}
