export { NextSteps } from './components/NextSteps';
export { ProfileInfoForm, type ProfileInfo } from './components/ProfileInfoForm';
export { SkillsForm } from './components/SkillsForm';
export { UsernameForm } from './components/UsernameForm';
