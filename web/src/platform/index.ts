export * from './browser';
export * from './device';
export * from './files';
export * from './native';
export * from './push';
export * from './share';
