/** What only a site on Firebase uses of its auth: it opens the windows of other providers. */
import {
  browserPopupRedirectResolver,
  linkWithPopup,
  reauthenticateWithPopup,
  signInWithPopup,
} from "firebase/auth";

export const popupSdk = {
  browserPopupRedirectResolver,
  linkWithPopup,
  reauthenticateWithPopup,
  signInWithPopup,
};
