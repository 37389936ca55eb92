/** A second factor as Identity Toolkit writes it (`MfaEnrollment`). */
import type { SecondFactor } from "../accounts/account.ts";

export function toMfaInfo({ enrollmentId, displayName, enrolledAt }: SecondFactor) {
  return {
    mfaEnrollmentId: enrollmentId,
    ...(displayName !== null && { displayName }),
    enrolledAt: new Date(enrolledAt).toISOString(),
    totpInfo: {},
  };
}
