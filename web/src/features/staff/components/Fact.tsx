import type { ReactNode } from 'react';
import evidenceClasses from './Evidence.module.css';

interface FactProps {
  name: string;
  wide?: boolean;
  children: ReactNode;
}

/** A row of a summary. Rows without a value are left out. */
export function Fact({ name, wide = false, children }: FactProps) {
  if (children === '' || children === null || children === undefined) return null;
  return (
    <div className={wide ? evidenceClasses.wide : undefined}>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
