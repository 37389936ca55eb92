/** Why there is no picture. The message is for the client; the cause is for the log. */
export class ImageError extends Error {
  readonly status: 422 | 503;
  /** Whether the same file would fail again. */
  readonly lasting: boolean;

  constructor(
    message: string,
    options: { status: ImageError["status"]; lasting: boolean; cause?: unknown },
  ) {
    const { status, lasting, ...rest } = options;
    super(message, rest);
    this.name = "ImageError";
    this.status = status;
    this.lasting = lasting;
  }
}

export function unfitPicture(cause: unknown): ImageError {
  return new ImageError("This file is not a picture that can be shown here.", {
    status: 422,
    lasting: true,
    cause,
  });
}

export function slowPicture(): ImageError {
  return new ImageError("This picture takes too long to prepare.", { status: 503, lasting: true });
}

export function busyWithPictures(cause?: unknown): ImageError {
  return new ImageError("The server is busy with other pictures; try again shortly.", {
    status: 503,
    lasting: false,
    cause,
  });
}
