import { useSession } from '@/api';
import colours from './service-colours.module.css';

/** A dot in the colour of the service around it, for the provider whose services they are (product.md 4.19). */
export function ServiceMark() {
  const { serviceProvider } = useSession();
  return serviceProvider ? <span className={colours.mark} aria-hidden /> : null;
}
