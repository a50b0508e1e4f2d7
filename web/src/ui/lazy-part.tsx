import { Component, lazy, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { ChunkLoadError, loadPart } from '@/platform/load-part';
import classes from './lazy-part.module.css';

interface BoundaryProps {
  onRetry: () => void;
  children: ReactNode;
}

/** Shows a message in the place of a part whose code did not arrive. Other errors go on to the screen's own boundary. */
class PartBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!(error instanceof ChunkLoadError)) throw error;
    return <PartMissing onRetry={this.props.onRetry} />;
  }
}

function PartMissing({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <div role="alert" className={classes.missing}>
      {t('partMissing')}
      <Button variant="default" size="compact-md" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}

// The general type of a component with any props is the one that React's lazy names, too.
type AnyComponent = Parameters<typeof lazy>[0] extends () => Promise<{ default: infer C }> ? C : never;
/** Takes the props of the component that it loads. */
export type LazyPart<C extends AnyComponent> = ComponentType<ComponentProps<C>>;

/** A component whose code is fetched when it is first shown; when that fails, a message offers to try again. */
export function lazyPart<C extends AnyComponent>(load: () => Promise<{ default: C }>): LazyPart<C> {
  const start = () => lazy(() => loadPart(load));
  let current = start();
  return function Part(props: ComponentProps<C>) {
    const [{ Loaded, tries }, setTry] = useState({ Loaded: current, tries: 0 });
    const retry = () => {
      current = start();
      setTry({ Loaded: current, tries: tries + 1 });
    };
    return (
      <PartBoundary key={tries} onRetry={retry}>
        <Loaded {...props} />
      </PartBoundary>
    );
  };
}
