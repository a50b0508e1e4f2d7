import { isNative } from '@/platform/native';
import { paths } from './paths';

/** The page for people without an account: the app of a phone has its own (product.md 2.3). */
export const landingPath = (): string => (isNative() ? paths.mobileHome : paths.home);
