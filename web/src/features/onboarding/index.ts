export { NextSteps } from './parts/NextSteps';
export { ProfileInfoForm, type ProfileInfo } from './parts/ProfileInfoForm';
export { UsernameForm } from './parts/UsernameForm';
export { codeOf, countryLabel, countryValue, currencyValue, nameOf, regionsOf } from './places';
