/** The id of the element that contains the page, without the header and the navigation. */
export const PAGE_ID = 'page';

/** Puts the focus before the first control of the page, so that Tab does not go through the navigation first. */
export function focusPage(): void {
  document.getElementById(PAGE_ID)?.focus({ preventScroll: true });
}
