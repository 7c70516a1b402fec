/**
 * Shows the tab that a shared link names before the first paint. The text never changes, so that the content policy can
 * allow it by its hash.
 */
export const serviceTabScript =
  "{const s=new URLSearchParams(location.search).get('service');if(['likes','views'].includes(s))document.currentScript.parentElement.dataset.service=s}";
