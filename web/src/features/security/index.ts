export { useGetSecondFactorsQuery } from './api';
