/** The screen that a test runs on: a big one, unless the test says otherwise before it renders. */
export const screenSize = { isBig: true };
