export { NextSteps } from './components/NextSteps';
export { ProfileInfoForm, type ProfileInfo } from './components/ProfileInfoForm';
export { UsernameForm } from './components/UsernameForm';
