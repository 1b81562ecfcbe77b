"""Addresses of the cage and the books."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
