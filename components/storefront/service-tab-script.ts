/**
 * Shows the tab that a shared link names before the first paint. The text never changes, so that the content policy can
 * allow it by its hash; the tabs' names are in an attribute of the script.
 */
export const serviceTabScript =
  "{const e=document.currentScript,s=new URLSearchParams(location.search).get('service');if(e.dataset.services.split(' ').includes(s))e.parentElement.dataset.service=s}";
