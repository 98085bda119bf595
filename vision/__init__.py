"""What the camera shows: frames in, a `Scene` of plate, cards and skewers out. Knows no game rules."""

import os

# Must stand before any `import cv2`: with it Windows' MSMF opens a webcam in seconds instead of minutes.
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
